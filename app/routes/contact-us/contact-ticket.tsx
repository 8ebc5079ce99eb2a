import type { ComponentProps } from 'react';
import type { Texts } from '#shared/page-content.ts';
import { SITE_TEXT_ID } from '#contract/site-text.ts';
import { fillAddress } from '#app/browser/embed-url.ts';
import { useSite } from '#app/ui/site-context.ts';
import { Fact } from '#app/ui/fact.tsx';
import { NotPosted } from '#app/ui/not-posted.tsx';
import { PhoneLink } from '#app/ui/phone-link.tsx';
import styles from './contact-ticket.module.css';

export function ContactTicket({
  texts,
  mapUrl = '',
  label = 'How to reach us',
}: {
  texts: Texts;
  mapUrl?: string;
  label?: string;
}) {
  const { links } = useSite();
  const textOf = (id: number) => texts[id]?.trim() ?? '';
  const address = textOf(SITE_TEXT_ID.ContactUsAddress);
  const emergency = textOf(SITE_TEXT_ID.ContactUsEmergencyNumber);
  const emergencyInfo = textOf(SITE_TEXT_ID.ContactUsEmergencyInfo);
  const phone = textOf(SITE_TEXT_ID.ContactUsPhoneNumber);
  const fax = textOf(SITE_TEXT_ID.ContactUsFax);
  if (!address && !mapUrl && !emergency && !emergencyInfo && !phone && !fax) {
    return <NotPosted>No phone number or address posted yet.</NotPosted>;
  }
  return (
    <section className={`${styles.ticket} ticket`} aria-label={label}>
      <dl>
        <Row label="Phone" className={styles.phone}>
          {phone && <PhoneLink number={phone} />}
        </Row>
        {(emergency || emergencyInfo) && (
          <div className={`${styles.row} ${styles.emergency} gold-note`}>
            <dt className="fine-print">Emergency</dt>
            {emergency && (
              <dd>
                <PhoneLink number={emergency} />
              </dd>
            )}
            {emergencyInfo && <dd className={styles.info}>{emergencyInfo}</dd>}
          </div>
        )}
        <Row label="Fax">{fax}</Row>
        <Row label="Address">
          {(address || mapUrl) && (
            <a className={`${styles.address} touch`} href={mapUrl || fillAddress(links.map, address)}>
              {address || 'Map'}
            </a>
          )}
        </Row>
      </dl>
    </section>
  );
}

const Row = ({ className = '', ...fact }: ComponentProps<typeof Fact>) => (
  <Fact className={`${styles.row} ${className}`} labelClass="fine-print" {...fact} />
);
