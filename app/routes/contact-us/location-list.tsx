import type { HarvestContent, Texts } from '#shared/page-content.ts';
import type { ShownLocation } from '#shared/shown-locations.ts';
import { SITE_TEXT_ID } from '#contract/site-text.ts';
import { LocationHarvest } from '#app/ui/harvest-board.tsx';
import { HOURS_ROWS } from '#app/ui/hours-rows.ts';
import { HoursTable } from '#app/ui/hours-table.tsx';
import { OpenNow } from '#app/ui/open-now.tsx';
import { PageSection } from '#app/ui/page-section.tsx';
import { SpecialDays } from '#app/ui/special-days.tsx';
import { SquareImage } from '#app/ui/square-image.tsx';
import { ContactTicket } from './contact-ticket.tsx';
import styles from './location-list.module.css';

/** Locations from which the page has links to them above the first one. */
const LINKED_FROM = 4;

/** Renders links to the locations, if there are many. The first one is the main location. */
export function LocationLinks({ name, locations }: { name: string; locations: readonly ShownLocation[] }) {
  if (locations.length + 1 < LINKED_FROM) return null;
  return (
    <nav className="link-row page-links" aria-label="Locations">
      <a href="#main-location">{name}</a>
      {locations.map(({ id, name: label }) => (
        <a key={id} href={`#${locationAnchor(id)}`}>
          {label}
        </a>
      ))}
    </nav>
  );
}

const locationAnchor = (id: string) => `location-${id}`;

type LocationSectionProps = { location: ShownLocation; today: string; board: HarvestContent | undefined };

export function LocationSection({ location, today, board }: LocationSectionProps) {
  const { id, name, mapUrl, exceptions, services, image, open } = location;
  const texts = textsOf(location);
  const hasHours = HOURS_ROWS.some(({ normal, harvest }) => texts[normal] || texts[harvest]);
  return (
    <PageSection heading={name} id={locationAnchor(id)}>
      <div className={`${styles.parts} shrinkable`}>
        <ContactTicket texts={texts} mapUrl={mapUrl} label={`How to reach ${name}`} />
        <div>
          <p>
            <OpenNow hours={location} open={open} emergency={location.emergencyNumber} />
          </p>
          {hasHours && <HoursTable texts={texts} hoursChangedAt={null} today={today} hours={location} />}
          <SpecialDays days={exceptions} today={today} />
          <LocationHarvest id={id} board={board} />
          {services && (
            <>
              <h3>Services</h3>
              <p className={styles.services}>{services}</p>
            </>
          )}
        </div>
        {image && <SquareImage className={`${styles.picture} no-print`} image={image} loading="lazy" />}
      </div>
    </PageSection>
  );
}

/** Returns the texts of a location by the ids of those of the main location. */
const textsOf = (location: ShownLocation): Texts => ({
  [SITE_TEXT_ID.ContactUsAddress]: location.address,
  [SITE_TEXT_ID.ContactUsPhoneNumber]: location.phoneNumber,
  [SITE_TEXT_ID.ContactUsFax]: location.fax,
  [SITE_TEXT_ID.ContactUsEmergencyNumber]: location.emergencyNumber,
  [SITE_TEXT_ID.ContactUsNormMonFri]: location.normalMonFri,
  [SITE_TEXT_ID.ContactUsNormSatSun]: location.normalSatSun,
  [SITE_TEXT_ID.ContactUsHarvestMonFri]: location.harvestMonFri,
  [SITE_TEXT_ID.ContactUsHarvestSatSun]: location.harvestSatSun,
});
