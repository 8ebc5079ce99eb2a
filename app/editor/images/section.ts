export const SECTION = 'image-uploading';
