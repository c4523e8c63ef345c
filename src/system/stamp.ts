/** Which state of a folder's config.toml is there: its size and the time it was written. The same word where there is none. */
export function configStamp(folder: string): string {
  const path = `${folder}/config.toml`;
  // Of a file whose time was asked first, Bun gives no size.
  const { size } = Bun.file(path);
  return `${size}.${Bun.file(path).lastModified}`;
}
