/** Returns what is equal for names of locations that people read as the same. */
export const locationKey = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase();
