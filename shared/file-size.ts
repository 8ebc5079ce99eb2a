const KB = 1024;
const MB = KB * KB;

/** Formats a size in bytes as "12 KB" or "1.2 MB". */
export function formatFileSize(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / KB));
  if (kilobytes < 1000) return `${kilobytes} KB`;
  return `${(bytes / MB).toFixed(1).replace(/\.0$/, '')} MB`;
}
