export const LIST_PATH = '/admin/pages';
