/** The version of package.json; a test keeps them equal. A constant, because every start would read a file for it. */
export const VERSION = "0.1.0";
