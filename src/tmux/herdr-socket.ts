/** The name that herdr's tools expect of the socket in its folder (plugins/traps.md 26). */
export const SOCKET_NAME = "herdr.sock";
