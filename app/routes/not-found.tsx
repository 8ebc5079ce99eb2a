import { MESSAGES } from '#contract/messages.ts';
import { ErrorScreen } from '#app/ui/error-screen.tsx';

export function NotFoundPage() {
  return <ErrorScreen message={MESSAGES.notFound} />;
}
