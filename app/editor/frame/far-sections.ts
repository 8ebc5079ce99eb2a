const FAR = 'data-far';

/**
 * Marks sections that are far from the screen, whose contents browsers skip (`editor-section.module.css`). Removes the mark
 * for one frame if the contents or the width may have changed, because browsers keep the height of the last rendering.
 */
export function createFarSections() {
  const sections = new Set<Element>();
  const screen = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) target.toggleAttribute(FAR, !isIntersecting);
    },
    // Up to this distance, browsers render contents in any case.
    { rootMargin: '150% 0px' },
  );
  const contents = new MutationObserver((changes) => {
    for (const { target, attributeName } of changes) {
      // React sets attributes of boxes whenever it renders them.
      if (attributeName === FAR || target instanceof HTMLInputElement) continue;
      const section = farSectionOf(target);
      if (section) renderAgain(section);
    }
  });

  function renderAgain(section: Element): void {
    section.removeAttribute(FAR);
    // Reports the section again, in the next frame.
    screen.unobserve(section);
    screen.observe(section);
  }

  const renderAll = () => {
    for (const section of sections) if (section.hasAttribute(FAR)) renderAgain(section);
  };

  return {
    /** Observes a section. Returns a function that stops it. */
    observe(section: Element): () => void {
      sections.add(section);
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

const farSectionOf = (node: Node) =>
  (node instanceof Element ? node : node.parentElement)?.closest(`[${FAR}]`);
