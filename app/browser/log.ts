export type Log = (message: string, reason?: unknown) => void;

export const logWarning: Log = (message, reason) => {
  console.warn(message, reason);
};
