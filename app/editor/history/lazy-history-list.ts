/**
 * Imported on demand in place of the module itself. Other chunks import that one too, and a namespace object of it would
 * put the bundler's helpers into a file that every public page requests.
 */
export { HistoryList } from './history-list.tsx';
