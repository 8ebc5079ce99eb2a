export { AccountSection } from './account/account-section.tsx';
export { CashBidsSection } from './grid/cash-bids/cash-bids-section.tsx';
export { DocumentSection } from './files/documents/document-section.tsx';
export { EmployeeSection } from './lists/employees/employee-section.tsx';
export { ImageSection } from './files/images/image-section.tsx';
export { LocationSection } from './lists/locations/location-section.tsx';
export { PastPricesSection } from './history/past-prices/past-prices-section.tsx';
export { PioneerSection } from './lists/pioneer-items/pioneer-section.tsx';
export { SeedSection, SpecialDaysSection, WebsiteSection } from './settings/settings-section.tsx';
