/** An event's name as herdr's lines spell it: the first dot becomes `_` (reference/herdr/events.md §1). */
export const snakeName = (name: string): string => name.replace(".", "_");
