import type { ComponentProps } from 'react';
import password from '#app/editor/account/password-input.module.css';

export const UsernameInput = (input: ComponentProps<'input'>) => (
  <div className={password.field}>
    <label htmlFor="username">Username</label>
    <input
      id="username"
      name="username"
      type="text"
      required
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      {...input}
    />
  </div>
);
