import type { VersionId } from '#contract/content-version.ts';
import type { ReactNode } from 'react';
import type { AllSiteTexts } from '#contract/site-text.ts';
import { WEEKDAYS, WEEKEND } from '#shared/opening-hours.ts';
import { AccountSection } from './account/account-section.tsx';
import { CashBidsSection } from './cash-bids/cash-bids-section.tsx';
import { TableSection, type TableProps } from './price-tables/table-section.tsx';
import { DocumentSection } from './documents/document-section.tsx';
import { ImageSection } from './images/image-section.tsx';
import { EmployeeSection } from './employees/employee-section.tsx';
import { LocationSection } from './locations/location-section.tsx';
import { PastPricesSection } from './past-prices/past-prices-section.tsx';
import { PioneerSection } from './pioneer-items/pioneer-section.tsx';
import { searchHoursNote } from './site-texts/search-hours.ts';
import { SeedSection } from './website/seed-section.tsx';
import { WebsiteSection } from './website/website-section.tsx';
import { TextSection, type TextFieldProps } from './site-texts/text-section.tsx';

export type Section = {
  /** Element id, which is also the URL hash. */
  id: string;
  heading: string;
  render(loaded: { texts: AllSiteTexts; version: VersionId }): ReactNode;
};

const textSection = (
  id: string,
  heading: string,
  fields: readonly TextFieldProps[],
  hint?: string,
): Section => ({
  id,
  heading,
  render: (loaded) => <TextSection id={id} heading={heading} hint={hint} fields={fields} {...loaded} />,
});

const tableSection = (
  id: string,
  heading: string,
  tables: readonly TableProps[],
  hint?: string,
): Section => ({
  id,
  heading,
  render: () => <TableSection id={id} heading={heading} hint={hint} tables={tables} />,
});

export const SECTIONS: readonly Section[] = [
  textSection('home-page', 'Home Page', [
    { type: 'WelcomeMessage', label: 'Welcome message', isLong: true },
    {
      type: 'AnnouncementMessage',
      label: 'Announcement message',
      hint: 'Shows at the top of your home page. To take it down, clear the box and choose Update.',
    },
  ]),
  textSection('about-us-page', 'About Us Page', [
    { type: 'AboutUsMessage', label: 'About-us message' },
    { type: 'MissionStatement', label: 'Mission statement' },
  ]),
  textSection('contact-us-information', 'Contact Us Information', [
    { type: 'ContactUsAddress', label: 'Address', isMultiline: true },
    { type: 'ContactUsPhoneNumber', label: 'Phone number' },
    { type: 'ContactUsFax', label: 'Fax number' },
    { type: 'ContactUsEmergencyNumber', label: 'Emergency number' },
    { type: 'ContactUsEmergencyInfo', label: 'Emergency info', isMultiline: true },
  ]),
  textSection(
    'operating-hours',
    'Operating Hours',
    [
      {
        type: 'ContactUsNormMonFri',
        label: 'Normal Mon-Fri',
        noteOn: (text) => searchHoursNote(text, WEEKDAYS),
      },
      {
        type: 'ContactUsNormSatSun',
        label: 'Normal Sat & Sun',
        noteOn: (text) => searchHoursNote(text, WEEKEND),
      },
      { type: 'ContactUsHarvestMonFri', label: 'Harvest Mon-Fri' },
      { type: 'ContactUsHarvestSatSun', label: 'Harvest Sat & Sun' },
    ],
    'Type hours like this: 7:30\u00A0am – 5:00\u00A0pm. Search engines like Google show your normal hours, not your harvest hours.',
  ),
  tableSection('fertilizer', 'Fertilizer', [
    { type: 2, name: 'Phosphorus', hasFixedColumns: true },
    { type: 3, name: 'Nitrogen', hasFixedColumns: true },
    { type: 4, name: 'Potassium', hasFixedColumns: true },
  ]),
  tableSection('fuel', 'Fuel', [{ type: 1, name: 'Fuel Types and Prices' }]),
  { id: 'image-uploading', heading: 'Image Uploading', render: () => <ImageSection /> },
  { id: 'employee-section', heading: 'Employee Section', render: () => <EmployeeSection /> },
  { id: 'pioneer-items', heading: 'Pioneer Items', render: () => <PioneerSection /> },
  textSection('products-page', 'Products Page', [
    {
      type: 'ProductSeedMessage',
      label: 'Seed message',
      hint: 'Shows above your services on the Products page. Leave it blank to hide it.',
    },
    {
      type: 'ProductFertMessage',
      label: 'Fertilizer message',
      hint: 'Shows above the fertilizer prices on the Products page. Leave it blank to hide it.',
    },
    {
      type: 'ProductChemMessage',
      label: 'Chemical message',
      hint: 'Shows below the seed message on the Products page. Leave it blank to hide it.',
    },
    {
      type: 'ProductFuelMessage',
      label: 'Fuel message',
      hint: 'Shows above the fuel prices on the Products page. Leave it blank to hide it.',
    },
  ]),
  tableSection(
    'other-fertilizer',
    'Other Fertilizer',
    [{ type: 0, name: 'Other Fertilizer' }],
    'Shows after Potassium on the Products page. Remove every row to hide it.',
  ),
  { id: 'locations', heading: 'Locations', render: () => <LocationSection /> },
  { id: 'documents', heading: 'Documents', render: () => <DocumentSection /> },
  { id: 'cash-bids', heading: 'Cash Bids', render: () => <CashBidsSection /> },
  { id: 'past-prices', heading: 'What was the price then?', render: () => <PastPricesSection /> },
  { id: 'website-settings', heading: 'Website Settings', render: () => <WebsiteSection /> },
  { id: 'seed-brands', heading: 'Seed Brands', render: () => <SeedSection /> },
  { id: 'your-account', heading: 'Your Account', render: () => <AccountSection /> },
];
