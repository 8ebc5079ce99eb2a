import type { VersionId } from '#contract/content-version.ts';
import { Fragment, memo, type ReactNode } from 'react';
import { PRICE_TABLES } from '#contract/price-tables.ts';
import { UPLOAD_MAX_BYTES } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import { SITE_TEXTS, type AllSiteTexts, type SiteTextType } from '#contract/site-text.ts';
import { WEEKDAYS, WEEKEND } from '#shared/opening-hours.ts';
import { EditorSection } from './shell/editor-section.tsx';
import { EditorQueryView } from './shell/editor-query-view.tsx';
import { importResult, useEditorQuery, type EditorQuery } from './shell/use-editor-query.ts';
import { TableSection, type TableProps } from './grid/price-tables/table-section.tsx';
import { HoursPreview } from './field/site-texts/hours-preview.tsx';
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

const UPLOAD_MB = UPLOAD_MAX_BYTES / 1024 / 1024;
const labelOf = (type: SiteTextType) => SITE_TEXTS.find((text) => text.type === type)?.label ?? '';

const textSection = (
  id: string,
  heading: string,
  fields: readonly TextFieldProps[],
  help?: ReactNode,
  tool?: ReactNode,
): Section => ({
  id,
  heading,
  fields: fields.map(({ type }) => ({ text: labelOf(type), field: type })),
  render: ({ texts, version }) => <TextSection {...{ id, heading, help, fields, tool, texts, version }} />,
});

const tableSection = (
  id: string,
  heading: string,
  unnamed: readonly Omit<TableProps, 'name'>[],
  help?: ReactNode,
): Section => {
  const tables = unnamed.map((table) => ({ ...table, name: PRICE_TABLES[table.type].label }));
  return {
    id,
    heading,
    fields: tables.map(({ type, name }) => ({ text: name, field: `table-${type}` })),
    render: () => <TableSection id={id} heading={heading} help={help} tables={tables} />,
  };
};

/** `noun`: what could not be loaded, in words. */
type LaterFrame = { id: string; heading: string; help?: ReactNode; isWide?: boolean; noun: string };

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
  textSection(
    'home-page',
    'Home Page',
    [
      { type: 'WelcomeMessage', isLong: true },
      { type: 'AnnouncementMessage', hint: 'Optional' },
    ],
    'To take the announcement down, clear and update it.',
  ),
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
      { type: 'ContactUsNormMonFri', days: WEEKDAYS },
      { type: 'ContactUsNormSatSun', days: WEEKEND },
      { type: 'ContactUsHarvestMonFri', days: WEEKDAYS },
      { type: 'ContactUsHarvestSatSun', days: WEEKEND },
    ],
    'Search engines show your normal hours.',
    <HoursPreview />,
  ),
  tableSection('fertilizer', 'Fertilizer', [
    { type: 2, hasFixedColumns: true },
    { type: 3, hasFixedColumns: true },
    { type: 4, hasFixedColumns: true },
  ]),
  tableSection('fuel', 'Fuel', [{ type: 1 }]),
  laterSection(
    {
      id: 'image-uploading',
      heading: 'Image Uploading',
      help: `Drag or paste images here, up to ${UPLOAD_MB} MB each.`,
      noun: 'images',
    },
    'ImageSection',
  ),
  laterSection({ id: 'employee-section', heading: 'Employee Section', noun: 'employees' }, 'EmployeeSection'),
  laterSection({ id: 'pioneer-items', heading: 'Pioneer Items', noun: 'Pioneer items' }, 'PioneerSection'),
  laterSection({ id: 'coming-up', heading: 'Coming Up', noun: 'schedule' }, 'ComingUpSection'),
  textSection(
    'products-page',
    'Products Page',
    [
      { type: 'ProductSeedMessage', hint: 'Optional' },
      { type: 'ProductFertMessage', hint: 'Optional' },
      { type: 'ProductChemMessage', hint: 'Optional' },
      { type: 'ProductFuelMessage', hint: 'Optional' },
    ],
    'Seed and chemical messages show above your services, the others above their prices.',
  ),
  tableSection(
    'other-fertilizer',
    'Other Fertilizer',
    [{ type: 0 }],
    "Shows after Potassium, unless it's empty.",
  ),
  laterSection(
    { id: 'special-days', heading: 'Season and Special Days', noun: 'special days' },
    'SpecialDaysSection',
  ),
  laterSection(
    {
      id: 'locations',
      heading: 'Locations',
      help: (
        <>
          Your main location is under <a href="#contact-us-information">Contact Us Information</a> and{' '}
          <a href="#operating-hours">Operating Hours</a>.
        </>
      ),
      noun: 'locations',
    },
    'LocationSection',
  ),
  laterSection(
    {
      id: 'documents',
      heading: 'Documents',
      help: `PDF, Word, Excel, or CSV, up to ${UPLOAD_MB} MB each. They show in Documents blocks.`,
      noun: 'documents',
    },
    'DocumentSection',
  ),
  laterSection(
    { id: 'cash-bids', heading: 'Cash Bids', help: <CashBidsHelp />, isWide: true, noun: 'cash bids' },
    'CashBidsSection',
  ),
  laterSection(
    {
      id: 'past-prices',
      heading: 'Past Prices',
      help: 'The prices that farmers saw, and who set them.',
      noun: 'past prices',
    },
    'PastPricesSection',
  ),
  laterSection(
    { id: 'website-settings', heading: 'Website Settings', noun: 'website settings' },
    'WebsiteSection',
  ),
  laterSection({ id: 'seed-brands', heading: 'Seed Brands', noun: 'seed brands' }, 'SeedSection'),
  laterSection(
    {
      id: 'your-account',
      heading: 'Your Account',
      help: 'A new password signs you out on all other devices.',
      noun: 'account',
    },
    'AccountSection',
  ),
  laterSection({ id: 'people', heading: 'People', noun: 'people' }, 'PeopleSection'),
];

function CashBidsHelp() {
  return (
    <>
      <p>
        Futures and change: cents and eighths, like 432'6. Basis: cents, like -32. Type a cash price only if
        it's fixed.
      </p>
      <p>Mark all bids current shows farmers when you last checked prices.</p>
      <p>
        A CSV file needs columns named location and commodity.{' '}
        <a href={`${API.cashBids}?format=csv&bom=1`} download="cash-bids.csv">
          Download your bids
        </a>{' '}
        as a sample.
      </p>
      <p>On the office screen, open the bid board and press F11.</p>
      <p>With an API token, your grain software can replace your bids.</p>
    </>
  );
}

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
export const Sections = memo(function Sections({
  ids,
  ...loaded
}: Omit<Loaded, 'later'> & { ids: readonly string[] }) {
  const later = useEditorQuery(loadLaterSections);
  return SECTIONS.filter(({ id }) => ids.includes(id)).map(({ id, render }) => (
    <Fragment key={id}>{render({ ...loaded, later })}</Fragment>
  ));
});
