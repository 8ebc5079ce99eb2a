export const PUBLIC_PAGES: readonly string[] = [
  '/',
  '/about-us',
  '/contact-us',
  '/products',
  '/pioneer',
  '/pioneer?category=corn-product',
  '/gallery',
  '/store',
  '/weather',
];
