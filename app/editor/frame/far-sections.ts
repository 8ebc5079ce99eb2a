const FAR = 'data-far';

/**
 * Marks sections that are far from the screen, whose contents browsers skip (`editor-section.module.css`). Removes the mark
 * for one frame if the contents or the width may have changed, because browsers keep the height of the last rendering.
 */
export function createFarSections() {
  /** When the contents or the width of each section may last have changed, as a `performance.now()`. */
  const sections = new Map<Element, DOMHighResTimeStamp>();
  const screen = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, time } of entries) {
        // The section has changed since the frame that the entry is about.
        if (!isIntersecting && time <= (sections.get(target) ?? 0)) renderAgain(target);
        else target.toggleAttribute(FAR, !isIntersecting);
      }
    },
    // Up to this distance, browsers render contents in any case.
    { rootMargin: '150% 0px' },
  );
  const contents = new MutationObserver((changes) => {
    for (const { target, attributeName } of changes) {
      // React sets attributes of boxes whenever it renders them.
      if (attributeName === FAR || target instanceof HTMLInputElement) continue;
      const section = sectionOf(target);
      if (section) onChange(section);
    }
  });

  function onChange(section: Element): void {
    sections.set(section, performance.now());
    if (section.hasAttribute(FAR)) renderAgain(section);
  }

  function renderAgain(section: Element): void {
    section.removeAttribute(FAR);
    // Reports the section again, in the next frame.
    screen.unobserve(section);
    screen.observe(section);
  }

  const renderAll = () => {
    for (const section of sections.keys()) onChange(section);
  };

  function sectionOf(node: Node): Element | undefined {
    let element = node instanceof Element ? node : node.parentElement;
    while (element && !sections.has(element)) element = element.parentElement;
    return element ?? undefined;
  }

  return {
    /** Observes a section. Returns a function that stops it. */
    observe(section: Element): () => void {
      sections.set(section, 0);
      screen.observe(section);
      contents.observe(section, { subtree: true, childList: true, characterData: true, attributes: true });
      return () => {
        sections.delete(section);
        screen.unobserve(section);
      };
    },
    /** Renders all sections again when the window is resized or a font arrives. Returns a function that stops everything. */
    listen(): () => void {
      addEventListener('resize', renderAll);
      document.fonts.addEventListener('loadingdone', renderAll);
      return () => {
        removeEventListener('resize', renderAll);
        document.fonts.removeEventListener('loadingdone', renderAll);
        contents.disconnect();
      };
    },
  };
}
