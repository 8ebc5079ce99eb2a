export const SECTION = 'documents';
