export { AccountSection } from './account/account-section.tsx';
export { CashBidsSection } from './cash-bids/cash-bids-section.tsx';
export { DocumentSection } from './documents/document-section.tsx';
export { ImageSection } from './images/image-section.tsx';
export { LocationSection } from './locations/location-section.tsx';
export { PastPricesSection } from './past-prices/past-prices-section.tsx';
export { SeedSection } from './website/seed-section.tsx';
export { WebsiteSection } from './website/website-section.tsx';
