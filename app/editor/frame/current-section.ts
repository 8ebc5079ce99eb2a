/** Reports the id of the section that crosses a line at 30% of the window's height, as the user scrolls. */
export function createCurrentSection(onCurrent: (id: string) => void) {
  // A short section at the end of the page cannot scroll up to the line, so a choice holds until the next scroll.
  let isChosen = false;
  const observer = new IntersectionObserver(
    (entries) => {
      const entry = entries.findLast(({ isIntersecting }) => isIntersecting);
      if (entry && !isChosen) onCurrent(entry.target.id);
    },
    { rootMargin: '-30% 0px -70% 0px' },
  );
  const release = () => (isChosen = false);

  return {
    /** Observes a section. Returns a function that stops it. */
    observe(section: Element): () => void {
      observer.observe(section);
      return () => observer.unobserve(section);
    },
    choose() {
      isChosen = true;
    },
    /** Ends a choice when the user scrolls. Returns a function that stops it. */
    listen(): () => void {
      const controller = new AbortController();
      for (const type of ['wheel', 'touchmove', 'keydown'])
        addEventListener(type, release, { passive: true, signal: controller.signal });
      return () => controller.abort();
    },
  };
}
