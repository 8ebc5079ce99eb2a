import { useEffect, useState, type ComponentProps } from 'react';
import { requestCoordinates, watchCoordinates, type Coordinates } from '#app/browser/coordinates.ts';
import { fillEmbedUrl } from '#app/browser/embed-url.ts';
import { useSite } from '#app/site-context.ts';
import { EmbedFrame } from './embed-frame.tsx';
import { PageSection } from './page-section.tsx';
import styles from './weather-panel.module.css';

export function WeatherPanel() {
  const { embeds, location } = useSite();
  const [coordinates, setCoordinates] = useState<Coordinates>(location);
  const [isAsking, setIsAsking] = useState(false);

  useEffect(() => {
    // In an effect, because the first render must match the server's.
    return watchCoordinates({ onCoordinates: setCoordinates });
  }, []);

  async function askForLocation() {
    setIsAsking(true);
    const found = await requestCoordinates();
    if (found) setCoordinates(found);
    setIsAsking(false);
  }

  return (
    <PageSection heading="Local Weather">
      <div className={styles.place}>
        <button type="button" onClick={() => void askForLocation()} aria-disabled={isAsking}>
          Use my location
        </button>
      </div>
      <div className={styles.frames}>
        <WeatherFrame
          className={styles.frame}
          title="Local weather map"
          address={fillEmbedUrl(embeds.weatherMap, coordinates)}
          instead="Open the weather map full size"
        />
        <WeatherFrame
          className={styles.frame}
          title="Local forecast"
          address={fillEmbedUrl(embeds.weatherForecast, coordinates)}
          instead="Open the forecast full size"
        />
      </div>
    </PageSection>
  );
}

/** Renders a vendor's iframe with a link to the same page as a fallback. */
function WeatherFrame({ instead, ...frame }: ComponentProps<typeof EmbedFrame> & { instead: string }) {
  return (
    <div>
      <EmbedFrame {...frame} />
      <a className={styles.instead} href={frame.address} rel="noreferrer">
        {instead}
      </a>
    </div>
  );
}
