import { useEffect, useState, type ComponentProps } from 'react';
import { requestCoordinates, watchCoordinates, type Coordinates } from '#app/browser/coordinates.ts';
import { fillEmbedUrl } from '#app/browser/embed-url.ts';
import { useSite } from '#app/ui/site-context.ts';
import { EmbedFrame } from '#app/ui/embed-frame.tsx';
import { PageSection } from '#app/ui/page-section.tsx';
import styles from './weather-panel.module.css';

export function WeatherPanel() {
  const { embeds, location } = useSite();
  const [coordinates, setCoordinates] = useState<Coordinates>(location);
  const [isLocating, setIsLocating] = useState(false);

  useEffect(() => {
    // In an effect, because the first render must match the server's.
    return watchCoordinates({ onCoordinates: setCoordinates });
  }, []);

  async function requestLocation() {
    setIsLocating(true);
    const found = await requestCoordinates();
    if (found) setCoordinates(found);
    setIsLocating(false);
  }

  return (
    <PageSection heading="Local Weather">
      <div className={styles.location}>
        <button type="button" onClick={() => void requestLocation()} aria-disabled={isLocating}>
          Use my location
        </button>
      </div>
      <div className={styles.frames}>
        <WeatherFrame
          className={styles.frame}
          title="Local weather map"
          url={fillEmbedUrl(embeds.weatherMap, coordinates)}
          linkText="Open the weather map full size"
        />
        <WeatherFrame
          className={styles.frame}
          title="Local forecast"
          url={fillEmbedUrl(embeds.weatherForecast, coordinates)}
          linkText="Open the forecast full size"
        />
      </div>
    </PageSection>
  );
}

/** Renders a vendor's iframe with a link to the same page as a fallback. */
function WeatherFrame({ linkText, ...frame }: ComponentProps<typeof EmbedFrame> & { linkText: string }) {
  return (
    <div>
      <EmbedFrame {...frame} />
      <a className={styles.fallback} href={frame.url} rel="noreferrer">
        {linkText}
      </a>
    </div>
  );
}
