import { Page } from '#app/ui/page.tsx';

export function SignInPage() {
  return (
    <Page heading="Editor">
      <p>Signing in comes with a later version of this site.</p>
    </Page>
  );
}
