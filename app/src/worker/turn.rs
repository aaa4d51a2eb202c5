//! Turns of the worker. Timers that follow each other wait four milliseconds each; a message to
//! oneself is the next thing that is heard.

use js_sys::Promise;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::MessageChannel;

/// Ends the turn: what the page said meanwhile is heard before the next one.
pub(super) async fn next() {
    let Ok(channel) = MessageChannel::new() else {
        return;
    };
    let (here, there) = (channel.port1(), channel.port2());
    let heard = Promise::new(&mut |resolve, _| {
        here.set_onmessage(Some(&resolve));
        // Nothing is taken along that could not be.
        let _ = there.post_message(&JsValue::NULL);
    });
    // It is never refused.
    let _ = JsFuture::from(heard).await;
    here.close();
}
