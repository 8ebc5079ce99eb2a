/** Returns true for a common password, ignoring case. Loads the list, which is large, on first use. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const common = dictionary['passwords-common'];
  return common.includes(password.toLowerCase());
}
