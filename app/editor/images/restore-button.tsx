import { useState, type ComponentProps } from 'react';
import type { Failure } from '#app/editor/frame/admin-api.ts';
import { SignInAgain } from '#app/editor/frame/sign-in-again.tsx';
import { imageApi } from './image-api.ts';
import type { VersionedImage } from './image-list.ts';
import controls from '#app/editor/frame/controls.module.css';

/** Renders a button that undeletes an image, and the reason if that fails. */
export function RestoreButton({
  imageId,
  className = controls.button,
  failureClassName = '',
  onRestored,
  ...button
}: {
  imageId: string;
  failureClassName?: string | undefined;
  /** Called before the button disappears, with the button, so that the focus can be moved. */
  onRestored: (image: VersionedImage, button: HTMLElement) => void;
} & Pick<ComponentProps<'button'>, 'className' | 'aria-label' | 'aria-describedby'>) {
  const [failure, setFailure] = useState<Failure>();

  async function restore(pressed: HTMLElement) {
    setFailure(undefined);
    const result = await imageApi.restoreImage(imageId);
    if (result.outcome !== 'done') return setFailure(result);
    onRestored({ image: result.body.content, version: result.body.version }, pressed);
  }

  return (
    <>
      <button
        type="button"
        className={className}
        {...button}
        onClick={(event) => void restore(event.currentTarget)}
      >
        Restore
      </button>
      {failure && (
        <p className={`${controls.failure} ${failureClassName}`} role="alert">
          {failure.reason}
          {failure.outcome === 'signed-out' && <SignInAgain />}
        </p>
      )}
    </>
  );
}
