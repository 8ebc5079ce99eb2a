/** Renders a list of locations for `followLocation`, which shows it. */
export const LocationSelect = ({ names, className }: { names: string[]; className?: string | undefined }) => (
  <select className={className} aria-label="Location" data-locations hidden suppressHydrationWarning>
    {names.map((name) => (
      <option key={name} value={name}>
        {name}
      </option>
    ))}
  </select>
);
