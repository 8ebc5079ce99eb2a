import { useShellContent } from '#app/router/router-context.tsx';
import { Call } from './phone-link.tsx';

/** Renders a sentence in place of what is not there, and the phone number to call. */
export function NotPosted({ children, call = ' Call ' }: { children: string; call?: string }) {
  const telephone = useShellContent().telephone;
  return (
    <p className="empty-state">
      {children}
      <Call before={call} number={telephone} after="." />
    </p>
  );
}
