/** Edges of the square renditions, in pixels: as shown in the gallery, and doubled for high-density screens. */
export const SQUARE_PX = [336, 672] as const;
/** Maximum width of the rendition for phones, in pixels: twice that of a phone. It is at most half as high again. */
export const PHONE_PX = 800;
/** Longest edge of the full-screen rendition, in pixels. */
export const SCREEN_PX = 2048;

export const IMAGE_MAX_PIXELS = 50_000_000;

/** Accepted media types, and the file extension under which each is stored. */
export const IMAGE_FORMATS = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
  // Phones produce HEIC, which few browsers display; it is stored as JPEG.
  'image/heic': 'jpg',
  'image/heif': 'jpg',
} as const;

/** Image that shows when someone shares a page, in pixels. */
export const SHARE_PX = { width: 1200, height: 630 } as const;

/** Largest logo in the top bar, in CSS pixels. Its file has twice as many. */
export const LOGO_PX = { width: 320, height: 56 } as const;
