import type { ReactNode } from 'react';

/** Renders an icon on a 20-unit grid, with square line ends and corners like the site's drawings. */
export function Icon({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 20 20" width="22" height="22" fill="none" stroke="currentColor" aria-hidden="true">
      {children}
    </svg>
  );
}

export function BoldIcon() {
  return (
    <Icon>
      <path d="M6.2 3.2h4.6a3 3 0 0 1 0 6.3H6.2zm0 6.3h5.5a3.6 3.6 0 0 1 0 7.3H6.2z" strokeWidth="2.6" />
    </Icon>
  );
}

export function ItalicIcon() {
  return (
    <Icon>
      <path d="M8 3.5h7M5 16.5h7M11.6 3.5l-3.2 13" strokeWidth="1.8" />
    </Icon>
  );
}

export function UnderlineIcon() {
  return (
    <Icon>
      <path d="M5.5 2v7a4.5 4.5 0 0 0 9 0V2M4 17.5h12" strokeWidth="1.8" />
    </Icon>
  );
}

export function StrikethroughIcon() {
  return (
    <Icon>
      <path
        d="M14.2 5.6C13.6 4 12.1 3 10 3 7.6 3 6 4.2 6 6.100c0 1.5 1 2.4 2.7 2.900M6 14.100c.6 1.8 2.1 2.9 4.2 2.9 2.5 0 4.2-1.3 4.2-3.3 0-.5-.1-.9-.3-1.300M2.5 10.600h15"
        strokeWidth="1.8"
      />
    </Icon>
  );
}

export function BulletListIcon() {
  return (
    <Icon>
      <path d="M8 4.500h10M8 10h10M8 15.500h10" strokeWidth="1.8" />
      <path d="M2 3h3v3H2zM2 8.500h3v3H2zM2 14h3v3H2z" fill="currentColor" stroke="none" />
    </Icon>
  );
}

export function NumberedListIcon() {
  return (
    <Icon>
      <path d="M9 4.500h9M9 10h9M9 15.500h9" strokeWidth="1.8" />
      <path
        d="M2.3 2.5 3.8 1.700v5M2.2 8.900c.3-.7.8-1 1.5-1 .8 0 1.4.5 1.4 1.2 0 1.1-2.9 1.9-2.9 3.200h3M2.3 14.100h2.600l-1.5 1.600c1.1-.1 1.8.4 1.8 1.3 0 .8-.7 1.4-1.6 1.4-.7 0-1.2-.3-1.5-.8"
        strokeWidth="1.2"
      />
    </Icon>
  );
}
