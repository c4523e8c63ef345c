/** A name that neither this process nor another of its pid uses again, as sockets and drafts want it (decision 13). */
export const uniqueName = (): string => `${process.pid}-${Math.random().toString(36).slice(2, 10)}`;
