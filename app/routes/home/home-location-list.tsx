import type { HomeLocation } from '#shared/shown-locations.ts';
import { useShellContent } from '#app/router/router-context.tsx';
import { hoursOn } from '#shared/location-hours.ts';
import { useSite } from '#app/ui/site-context.ts';
import { OpenNow } from '#app/ui/open-now.tsx';
import { PageSection } from '#app/ui/page-section.tsx';
import { PhoneLink } from '#app/ui/phone-link.tsx';
import { SiteLink } from '#app/ui/site-link.tsx';
import { Times } from '#app/ui/times.tsx';

/** Locations that the home page lists. A link leads to the others. */
const SHOWN_MAX = 7;

/** Renders the first locations, if there is more than one, with a link to their addresses and other hours. */
export function HomeLocationList({ locations }: { locations: readonly HomeLocation[] }) {
  const site = useSite();
  const { today } = useShellContent();
  if (locations.length === 0) return null;
  return (
    <PageSection heading="Locations">
      <ul className="entries plain-list">
        {locations.slice(0, SHOWN_MAX).map(({ id, name = site.name, phoneNumber, hours, open }) => {
          const texts = hoursOn(hours, today);
          return (
            <li key={id ?? ''}>
              <h3>{name}</h3>
              {phoneNumber && (
                <p>
                  <PhoneLink number={phoneNumber} />
                </p>
              )}
              <p>
                <OpenNow hours={hours} open={open} />
              </p>
              {texts.length > 0 && (
                <p className="fine-print">
                  {'Today: '}
                  <Times text={texts.length === 1 ? texts.join() : `normal ${texts.join(', harvest ')}`} />
                </p>
              )}
            </li>
          );
        })}
      </ul>
      <p className="link-row no-print">
        <SiteLink to="/contact-us">
          {locations.length > SHOWN_MAX ? `See all ${locations.length} locations` : 'See addresses and hours'}
        </SiteLink>
      </p>
    </PageSection>
  );
}
