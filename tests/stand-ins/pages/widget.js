// A vendor's script in place of a real one: asks for data, fills what the page has for it, as such scripts do with styles
// in the markup and a picture from its own site, and litters outside of what is its own.
const home = new URL(document.currentScript.src);

async function fill() {
  const answer = await fetch(`${home.origin}/widget.json`);
  const prices = await answer.json();
  const [place] = document.querySelectorAll('.barchart');
  const disclaimer = document.querySelector('#widget-disclaimer');
  place.innerHTML = `<p style="border: 2px solid green">Futures of ${place.dataset.symbol}: ${prices.join(', ')}</p>
    <img src="${home.origin}/widget.svg" alt="Stand-in" width="44" height="44">`;
  if (disclaimer) disclaimer.textContent = 'Futures are delayed.';
  document.body.insertAdjacentHTML('beforeend', '<div class="barchart">Litter</div>');
}

void fill();
