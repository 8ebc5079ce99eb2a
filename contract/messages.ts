/** Error messages from the specification, verbatim. */
export const MESSAGES = {
  notFound: "Looks like that page doesn't exist.  Is the URL correct?",
  unsolvable: 'Oops! Looks like we ran into an error.  Please click the button below to try again.',
  pageLoad: 'Looks like we ran into a problem loading the page.  Please reload and try again.',
  crewLoad: 'Loading Error',
  invalidCredentials: 'Invalid credentials',
  signInFailed: 'Something went wrong. Please try again.',
  imageUploadFailed: 'Failed to Upload Image.',
  imageDeleteFailed: 'Failed to delete image',
} as const;
