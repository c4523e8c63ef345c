import { ptr } from "bun:ffi";
import { openLibc } from "./libc.ts";

declare module "bun" {
  /** Missing from Bun's types, which name its options: a socket that is open already. */
  function connect(options: FdSocketOptions): Promise<Socket>;
}

const SYMBOLS = { getsockname: { args: ["i32", "ptr", "ptr"], returns: "i32" } } as const;

const STDIN = 0;
const ADDRESS_BYTES = 128;

function isSocket(file: number): boolean {
  const address = new Uint8Array(ADDRESS_BYTES);
  const length = new Uint32Array([ADDRESS_BYTES]);
  return openLibc(SYMBOLS).getsockname(file, ptr(address), ptr(length)) === 0;
}

/**
 * Hands every piece of stdin on, until its end. tmux's pipe is a socket, which costs half of what a stream does for each
 * piece; a piece is the reader's for the length of the call alone.
 */
export async function eachInput(onPiece: (piece: Uint8Array) => void): Promise<void> {
  if (!isSocket(STDIN)) {
    for await (const piece of Bun.stdin.stream()) onPiece(piece);
    return;
  }
  const over = Promise.withResolvers<void>();
  await Bun.connect({
    fd: STDIN,
    socket: {
      data: (_socket, piece) => onPiece(piece),
      end: () => over.resolve(),
      close: () => over.resolve(),
      error: (_socket, cause) => over.reject(cause),
    },
  });
  await over.promise;
}
