import type { Icons } from "../settings.ts";
import type { Marks } from "./marks.ts";
import { ASCII, DOTS, UNICODE } from "./marks.ts";

const BY_ICONS: Readonly<Record<Icons, Marks>> = { unicode: UNICODE, ascii: ASCII, dots: DOTS };

export const marksFor = (icons: Icons): Marks => BY_ICONS[icons];
