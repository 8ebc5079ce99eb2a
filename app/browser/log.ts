/** Where a failure goes that the visitor need not see. */
export type Log = (message: string, reason?: unknown) => void;

export const logWarning: Log = (message, reason) => {
  console.warn(message, reason);
};
