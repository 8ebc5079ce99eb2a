import { useEffect, useRef, useState, type ReactNode } from 'react';
import styles from './file-list.module.css';

const filesIn = (transfer: DataTransfer | null): File[] => [...(transfer?.files ?? [])];

/** Accepts files that are dropped or pasted in its content. */
export function DropZone({
  isShown = true,
  isForPage = false,
  onFiles,
  children,
}: {
  isShown?: boolean;
  /** Also accepts files that are pasted while nothing on the page has the focus. */
  isForPage?: boolean;
  onFiles: (files: readonly File[]) => void;
  children: ReactNode;
}) {
  const zone = useRef<HTMLDivElement>(null);
  const [isDraggedOver, setIsDraggedOver] = useState(false);

  useEffect(() => {
    if (!isShown) return;
    function paste(event: ClipboardEvent) {
      const pasted = filesIn(event.clipboardData);
      const target = event.target as Element;
      const isInside = zone.current?.contains(target) || (isForPage && target === document.body);
      if (pasted.length === 0 || !isInside) return;
      event.preventDefault();
      onFiles(pasted);
    }
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [isShown, isForPage, onFiles]);

  return (
    <div
      ref={zone}
      hidden={!isShown}
      className={styles.zone}
      data-dragged-over={isDraggedOver}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setIsDraggedOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsDraggedOver(false);
      }}
      onDrop={(event) => {
        const dropped = filesIn(event.dataTransfer);
        setIsDraggedOver(false);
        if (dropped.length === 0) return;
        event.preventDefault();
        onFiles(dropped);
      }}
    >
      {children}
    </div>
  );
}
