declare const TAW_BUILD: string | undefined;

/** Id of the build this code was bundled into (tools/build.ts sets it), null when it runs from source. */
export const buildId: string | null = typeof TAW_BUILD === "undefined" ? null : TAW_BUILD;

/** The folder of the whole program: `src/system`, `dist/<id>` and `dist/quick-<key>` lie two folders below it. */
export const programFolder: string = import.meta.dir.split("/").slice(0, -2).join("/");
