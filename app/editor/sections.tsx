import type { VersionId } from '#contract/content-version.ts';
import { Fragment, memo, type ReactNode } from 'react';
import { PRICE_TABLES } from '#contract/price-tables.ts';
import { SITE_TEXTS, type AllSiteTexts, type SiteTextType } from '#contract/site-text.ts';
import { WEEKDAYS, WEEKEND } from '#shared/opening-hours.ts';
import { EditorSection } from './shell/editor-section.tsx';
import { EditorQueryView } from './shell/editor-query-view.tsx';
import { importResult, useEditorQuery, type EditorQuery } from './shell/use-editor-query.ts';
import { TableSection, type TableProps } from './grid/price-tables/table-section.tsx';
import { searchHoursNote } from './field/site-texts/search-hours.ts';
import { TextSection, type TextFieldProps } from './field/site-texts/text-section.tsx';

/** The contents of most sections. One file has their code, because they share most of it. */
type LaterSections = typeof import('./later-sections.ts');

const loadLaterSections = () => importResult<LaterSections>(import('./later-sections.ts'));

type Loaded = {
  texts: AllSiteTexts;
  version: VersionId;
  /** The code of most sections, which loads after the first paint. */
  later: EditorQuery<LaterSections>;
};

export type Section = {
  /** Element id, which is also the URL hash. */
  id: string;
  heading: string;
  /** Its fields by label, for the search. */
  fields?: readonly { text: string; field: string }[];
  render(loaded: Loaded): ReactNode;
};

const labelOf = (type: SiteTextType) => SITE_TEXTS.find((text) => text.type === type)?.label ?? '';

const textSection = (
  id: string,
  heading: string,
  fields: readonly TextFieldProps[],
  hint?: string,
): Section => ({
  id,
  heading,
  fields: fields.map(({ type }) => ({ text: labelOf(type), field: type })),
  render: ({ texts, version }) => (
    <TextSection id={id} heading={heading} hint={hint} fields={fields} texts={texts} version={version} />
  ),
});

const tableSection = (
  id: string,
  heading: string,
  unnamed: readonly Omit<TableProps, 'name'>[],
  hint?: string,
): Section => {
  const tables = unnamed.map((table) => ({ ...table, name: PRICE_TABLES[table.type].label }));
  return {
    id,
    heading,
    fields: tables.map(({ type, name }) => ({ text: name, field: `table-${type}` })),
    render: () => <TableSection id={id} heading={heading} hint={hint} tables={tables} />,
  };
};

/** `noun`: what could not be loaded, in words. */
type LaterFrame = { id: string; heading: string; hint?: string; isWide?: boolean; noun: string };

const laterSection = ({ noun, ...frame }: LaterFrame, name: keyof LaterSections): Section => ({
  ...frame,
  render: ({ later }) => (
    <EditorSection {...frame}>
      <EditorQueryView query={later} noun={noun}>
        {({ [name]: Content }) => <Content />}
      </EditorQueryView>
    </EditorSection>
  ),
});

export const SECTIONS: readonly Section[] = [
  textSection('home-page', 'Home Page', [
    { type: 'WelcomeMessage', isLong: true },
    {
      type: 'AnnouncementMessage',
      hint: 'Shows at the top of your home page. To take it down, clear the box and choose Update.',
    },
  ]),
  textSection('about-us-page', 'About Us Page', [{ type: 'AboutUsMessage' }, { type: 'MissionStatement' }]),
  textSection('contact-us-information', 'Contact Us Information', [
    { type: 'ContactUsAddress', isMultiline: true },
    { type: 'ContactUsPhoneNumber' },
    { type: 'ContactUsFax' },
    { type: 'ContactUsEmergencyNumber' },
    { type: 'ContactUsEmergencyInfo', isMultiline: true },
  ]),
  textSection(
    'operating-hours',
    'Operating Hours',
    [
      {
        type: 'ContactUsNormMonFri',
        noteOn: (text) => searchHoursNote(text, WEEKDAYS),
      },
      {
        type: 'ContactUsNormSatSun',
        noteOn: (text) => searchHoursNote(text, WEEKEND),
      },
      { type: 'ContactUsHarvestMonFri' },
      { type: 'ContactUsHarvestSatSun' },
    ],
    'Type hours like this: 7:30\u00A0am – 5:00\u00A0pm. Search engines like Google show your normal hours, not your harvest hours.',
  ),
  tableSection('fertilizer', 'Fertilizer', [
    { type: 2, hasFixedColumns: true },
    { type: 3, hasFixedColumns: true },
    { type: 4, hasFixedColumns: true },
  ]),
  tableSection('fuel', 'Fuel', [{ type: 1 }]),
  laterSection({ id: 'image-uploading', heading: 'Image Uploading', noun: 'images' }, 'ImageSection'),
  laterSection({ id: 'employee-section', heading: 'Employee Section', noun: 'employees' }, 'EmployeeSection'),
  laterSection({ id: 'pioneer-items', heading: 'Pioneer Items', noun: 'Pioneer items' }, 'PioneerSection'),
  textSection('products-page', 'Products Page', [
    {
      type: 'ProductSeedMessage',
      hint: 'Shows above your services on the Products page. Leave it blank to hide it.',
    },
    {
      type: 'ProductFertMessage',
      hint: 'Shows above the fertilizer prices on the Products page. Leave it blank to hide it.',
    },
    {
      type: 'ProductChemMessage',
      hint: 'Shows below the seed message on the Products page. Leave it blank to hide it.',
    },
    {
      type: 'ProductFuelMessage',
      hint: 'Shows above the fuel prices on the Products page. Leave it blank to hide it.',
    },
  ]),
  tableSection(
    'other-fertilizer',
    'Other Fertilizer',
    [{ type: 0 }],
    'Shows after Potassium on the Products page. Remove every row to hide it.',
  ),
  laterSection({ id: 'locations', heading: 'Locations', noun: 'locations' }, 'LocationSection'),
  laterSection(
    {
      id: 'documents',
      heading: 'Documents',
      hint: "Forms, price lists, and other files that people can download. They show on the pages where you add a Documents block. Or copy a document's link to share it.",
      noun: 'documents',
    },
    'DocumentSection',
  ),
  laterSection({ id: 'cash-bids', heading: 'Cash Bids', isWide: true, noun: 'cash bids' }, 'CashBidsSection'),
  laterSection(
    {
      id: 'past-prices',
      heading: 'What was the price then?',
      hint: 'See the bids, fertilizer prices, and fuel prices that farmers saw at any time, and who set each price. You can print them.',
      noun: 'past prices',
    },
    'PastPricesSection',
  ),
  laterSection(
    {
      id: 'website-settings',
      heading: 'Website Settings',
      hint: 'Your website shows a change as soon as you save it.',
      noun: 'website settings',
    },
    'WebsiteSection',
  ),
  laterSection(
    {
      id: 'seed-brands',
      heading: 'Seed Brands',
      hint: 'Each brand of seed has its own page. Your website shows a change as soon as you save it.',
      noun: 'seed brands',
    },
    'SeedSection',
  ),
  laterSection({ id: 'your-account', heading: 'Your Account', noun: 'account' }, 'AccountSection'),
];

export const SECTION_LINKS = SECTIONS.map(({ id, heading }) => ({ section: id, text: heading }));

const SPECIFIED = SECTIONS.findIndex(({ id }) => id === 'pioneer-items') + 1;

/** The links of the section list. Prices are first: fuel and fertilizer under a second name. */
export const LINK_GROUPS = [
  [
    { section: 'cash-bids', text: 'Cash Bids' },
    { section: 'fuel', text: 'Fuel Prices' },
    { section: 'fertilizer', text: 'Fertilizer Prices' },
  ],
  SECTION_LINKS.slice(0, SPECIFIED),
  SECTION_LINKS.slice(SPECIFIED).filter(({ section }) => section !== 'cash-bids'),
];

/** Renders all sections. Memoized, because the editor renders at the first change of each field. */
export const Sections = memo(function Sections(loaded: Omit<Loaded, 'later'>) {
  const later = useEditorQuery(loadLaterSections);
  return SECTIONS.map(({ id, render }) => <Fragment key={id}>{render({ ...loaded, later })}</Fragment>);
});
