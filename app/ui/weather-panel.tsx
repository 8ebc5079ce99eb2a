import { useEffect, useState } from 'react';
import { requestCoordinates, watchCoordinates, type Coordinates } from '#app/browser/coordinates.ts';
import { fillEmbedUrl } from '#app/browser/embed-url.ts';
import { useSite } from './site-context.ts';
import { PageSection } from './page-section.tsx';
import { VendorFrame } from './vendor-frame.tsx';
import styles from './weather-panel.module.css';

export function WeatherPanel({ only }: { only?: 'forecast' | 'map' | undefined }) {
  const { embeds, location } = useSite();
  const [coordinates, setCoordinates] = useState<Coordinates>(location);
  const [isLocating, setIsLocating] = useState(false);

  // In an effect, because the first render must match the server's.
  useEffect(() => watchCoordinates({ onCoordinates: setCoordinates }), []);

  async function requestLocation() {
    setIsLocating(true);
    const found = await requestCoordinates();
    if (found) setCoordinates(found);
    setIsLocating(false);
  }

  return (
    <PageSection heading="Local Weather">
      <div className={styles.location}>
        <button
          type="button"
          className="button"
          aria-disabled={isLocating}
          onClick={() => void requestLocation()}
        >
          Use my location
        </button>
      </div>
      <div className={styles.frames}>
        {only !== 'map' && (
          <WeatherFrame
            title="Local forecast"
            url={fillEmbedUrl(embeds.weatherForecast, coordinates)}
            subject="the forecast"
          />
        )}
        {only !== 'forecast' && (
          <WeatherFrame
            title="Local weather map"
            url={fillEmbedUrl(embeds.weatherMap, coordinates)}
            subject="the weather map"
          />
        )}
      </div>
    </PageSection>
  );
}

/** Renders a vendor's iframe with a link to the same page as a fallback. */
function WeatherFrame(frame: { title: string; url: string; subject: string }) {
  return (
    <div>
      <VendorFrame className={styles.frame} {...frame} />
      <a className="touch" href={frame.url} rel="noreferrer">
        Open {frame.subject} full size
      </a>
    </div>
  );
}
