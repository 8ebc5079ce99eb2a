import type { ReactNode } from 'react';
import type { Texts } from '#shared/page-content.ts';
import { SITE_TEXT_ID } from '#contract/site-text.ts';
import { fillAddress } from '#app/browser/embed-url.ts';
import { useSite } from '#app/ui/site-context.ts';
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
    return <p className="empty-state">No phone number or address posted yet.</p>;
  }
  return (
    <section className={`${styles.ticket} ticket`} aria-label={label}>
      <dl>
        {phone && (
          <Row label="Phone" className={styles.phone}>
            <PhoneLink number={phone} />
          </Row>
        )}
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
        {fax && <Row label="Fax">{fax}</Row>}
        {(address || mapUrl) && (
          <Row label="Address">
            <a className={`${styles.address} touch`} href={mapUrl || fillAddress(links.map, address)}>
              {address || 'Map'}
            </a>
          </Row>
        )}
      </dl>
    </section>
  );
}

function Row({
  label,
  className = '',
  children,
}: {
  label: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className={`${styles.row} ${className}`}>
      <dt className="fine-print">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
