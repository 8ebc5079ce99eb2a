import { createContext, use, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import styles from './movable.module.css';

type Slots = {
  /** Names of the parts that can be moved. It stays the same, because a part would lose its state. */
  movable: ReadonlySet<string>;
  /** Elements that show a part instead of its section, by name. */
  slots: ReadonlyMap<string, Element>;
};

const Context = createContext<Slots>({ movable: new Set(), slots: new Map() });

export const SlotsProvider = Context.Provider;

type Part = {
  name: string;
  /** What is elsewhere, for the section. */
  label?: string;
  children: ReactNode;
};

/** Renders a part of the editor in its section, or in a slot elsewhere. There is one of it, which keeps its state. */
export function Movable(part: Part) {
  const { movable } = use(Context);
  return movable.has(part.name) ? <Moved {...part} /> : part.children;
}

function Moved({ name, label, children }: Part) {
  const slot = use(Context).slots.get(name);
  const home = useRef<HTMLDivElement>(null);
  // React would mount the children again in another container, so the container itself is moved.
  const [container] = useState(() => document.createElement('div'));
  useLayoutEffect(() => {
    (slot ?? home.current!).append(container);
    return () => container.remove();
  }, [slot, container]);
  return (
    <>
      <div ref={home} />
      {slot && label && <p className={styles.away}>{label}: see the setup above.</p>}
      {createPortal(children, container)}
    </>
  );
}
