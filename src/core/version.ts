/** The version of package.json; a test keeps them equal. A constant, because every start would read a file for it. */
export const VERSION = "0.1.0";

/** What taw answers to herdr's tools, and herdr's number for it (decision 7). */
export const HERDR_VERSION = "0.9.3";
export const HERDR_PROTOCOL = 22;
/** The same, and that it is taw who answers. */
export const ANSWERING_VERSION = `${HERDR_VERSION}+taw`;
