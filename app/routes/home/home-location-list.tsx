import type { HomeLocations } from '#shared/shown-locations.ts';
import { useSite } from '#app/ui/site-context.ts';
import { OpenNow } from '#app/ui/open-now.tsx';
import { PageSection } from '#app/ui/page-section.tsx';
import { PhoneLink } from '#app/ui/phone-link.tsx';
import { SiteLink } from '#app/ui/site-link.tsx';
import { Times } from '#app/ui/times.tsx';

/** Renders the first locations, if there is more than one, with a link to their addresses and other hours. */
export function HomeLocationList({ shown, total }: HomeLocations) {
  const site = useSite();
  if (shown.length === 0) return null;
  return (
    <PageSection heading="Locations">
      <ul className="entries plain-list">
        {shown.map(({ id, name = site.name, phoneNumber, hours, open }) => (
          <li key={id ?? ''}>
            <h3>{name}</h3>
            {phoneNumber && (
              <p>
                <PhoneLink number={phoneNumber} />
              </p>
            )}
            <p>
              <OpenNow open={open} />
            </p>
            {hours.length > 0 && (
              <p className="fine-print">
                {'Today: '}
                <Times text={hours.length === 1 ? hours.join() : `normal ${hours.join(', harvest ')}`} />
              </p>
            )}
          </li>
        ))}
      </ul>
      <p className="link-row no-print">
        <SiteLink to="/contact-us">
          {total > shown.length ? `See all ${total} locations` : 'See addresses and hours'}
        </SiteLink>
      </p>
    </PageSection>
  );
}
