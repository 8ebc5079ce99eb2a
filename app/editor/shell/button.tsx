import type { ComponentProps } from 'react';
import controls from './controls.module.css';

/** Renders a button of the editor, or one that looks like a link. */
export const Button = ({
  look = 'button',
  ...attributes
}: ComponentProps<'button'> & { look?: 'button' | 'link' }) => (
  <button type="button" className={controls[look]} {...attributes} />
);
