/** The section of the editor that the pictures are in. */
export const SECTION = 'image-uploading';
