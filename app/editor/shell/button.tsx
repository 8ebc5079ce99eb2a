import type { ComponentProps } from 'react';
import controls from './controls.module.css';

/** Renders a button of one of three ranks. The only one of a form is primary. */
export const Button = ({
  type = 'button',
  look = type === 'submit' ? 'primary' : 'plain',
  ...attributes
}: ComponentProps<'button'> & { look?: 'primary' | 'plain' | 'link' }) => (
  <button type={type} className={controls[look]} {...attributes} />
);
