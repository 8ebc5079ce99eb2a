export function scrollSmoothlyTo(element: Element, block: ScrollLogicalPosition = 'start'): void {
  const isMotionReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.scrollIntoView({ block, behavior: isMotionReduced ? 'instant' : 'smooth' });
}
