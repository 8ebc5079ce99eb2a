import type { ReactNode } from 'react';

/** Renders a label and its value in a description list, or nothing without a value. */
export function Fact({
  label,
  className,
  labelClass,
  children,
}: {
  label: string | undefined;
  className?: string | undefined;
  labelClass?: string;
  children: ReactNode;
}) {
  return (
    children && (
      <div className={className}>
        <dt className={labelClass}>{label}</dt>
        <dd>{children}</dd>
      </div>
    )
  );
}
