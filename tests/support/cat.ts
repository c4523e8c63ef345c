/**
 * A `cat` that can be copied under another name. Where the system's own is one program for many commands that goes by
 * its name (Ubuntu 26.04), GNU's stands beside it.
 */
export const cat = Bun.which("gnucat") ?? Bun.which("cat") ?? "/bin/cat";
