export { AccountSection } from './account/account-section.tsx';
export { CashBidsSection } from './cash-bids/cash-bids-section.tsx';
export { DocumentSection } from './documents/document-section.tsx';
export { EmployeeSection } from './employees/employee-section.tsx';
export { ImageSection } from './images/image-section.tsx';
export { LocationSection } from './locations/location-section.tsx';
export { PastPricesSection } from './past-prices/past-prices-section.tsx';
export { PioneerSection } from './pioneer-items/pioneer-section.tsx';
export { SeedSection, WebsiteSection } from './settings/settings-section.tsx';
