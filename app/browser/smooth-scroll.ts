export function scrollSmoothlyTo(element: Element, place: ScrollLogicalPosition = 'start'): void {
  const isMotionUnwanted = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.scrollIntoView({ block: place, behavior: isMotionUnwanted ? 'instant' : 'smooth' });
}
