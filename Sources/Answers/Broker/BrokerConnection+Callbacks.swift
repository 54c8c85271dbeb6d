import CMosquitto

// What libmosquitto reports while it reads or writes.
extension BrokerConnection {
  func setCallbacks() {
    mosquitto_connect_v5_callback_set(handle) { _, context, code, _, properties in
      let state = context!.assumingMemoryBound(to: State.self)
      if code != 0 {
        state.pointee.failure = "the broker refused the connection: " + String(cString: mosquitto_reason_string(code))
        state.pointee.refusal = code
        return
      }
      var (quality, retains, shares) = (UInt8(1), UInt8(1), UInt8(1))
      mosquitto_property_read_byte(properties, Int32(MQTT_PROP_MAXIMUM_QOS.rawValue), &quality, false)
      mosquitto_property_read_byte(properties, Int32(MQTT_PROP_RETAIN_AVAILABLE.rawValue), &retains, false)
      mosquitto_property_read_byte(properties, Int32(MQTT_PROP_SHARED_SUB_AVAILABLE.rawValue), &shares, false)
      state.pointee.traits.shares = shares != 0
      if quality == 0 { state.pointee.traits.quality = 0 }
      if retains == 0 { state.pointee.traits.retains = false }
      var seconds: UInt16 = 0
      if mosquitto_property_read_int16(properties, Int32(MQTT_PROP_SERVER_KEEP_ALIVE.rawValue), &seconds, false) != nil
      {
        state.pointee.keepalive = Int64(seconds)
      }
      state.pointee.isConnected = true
      state.pointee.events.append(.connected)
    }
    mosquitto_publish_v5_callback_set(handle) { _, context, message, code, _ in
      context!.assumingMemoryBound(to: State.self).pointee.events.append(.acknowledged(message: message, code: code))
    }
    mosquitto_subscribe_v5_callback_set(handle) { _, context, message, count, codes, _ in
      // One acknowledgment covers all topics; this reports the worst code.
      let worst = UnsafeBufferPointer(start: codes, count: Int(count)).max() ?? 0
      context!.assumingMemoryBound(to: State.self).pointee.events.append(.acknowledged(message: message, code: worst))
    }
    mosquitto_message_v5_callback_set(handle) { _, context, message, _ in
      let state = context!.assumingMemoryBound(to: State.self)
      guard let message = message?.pointee, let topic = message.topic else { return }
      let size = Int(message.payloadlen)
      let isTooLong = size > state.pointee.longest
      let bytes = UnsafeRawBufferPointer(start: message.payload, count: isTooLong ? 0 : size)
      state.pointee.events.append(
        .received(topic: String(cString: topic), payload: Array(bytes), size: size, isRetained: message.retain))
    }
    mosquitto_disconnect_v5_callback_set(handle) { _, context, code, _ in
      let state = context!.assumingMemoryBound(to: State.self)
      // Codes from 0x80 on are the broker's reason; others are libmosquitto's own.
      if code >= 0x80 { state.pointee.refusal = code }
      if code == Int32(MQTT_RC_SESSION_TAKEN_OVER.rawValue) { state.pointee.isTakenOver = true }
      if code >= 0x80 && state.pointee.failure == nil {
        state.pointee.failure = "the broker closed the connection: " + String(cString: mosquitto_reason_string(code))
      }
    }
    mosquitto_log_callback_set(handle) { _, context, level, text in
      guard level == MOSQ_LOG_ERR, let text else { return }
      let state = context!.assumingMemoryBound(to: State.self)
      let line = String(cString: text)
      guard let earlier = state.pointee.failure else {
        state.pointee.failure = BrokerConnection.logged(line)
        return
      }
      // OpenSSL's reason follows the file that libmosquitto cannot use.
      if earlier.utf8.last == UInt8(ascii: "\"") {
        state.pointee.failure = earlier + ": " + BrokerConnection.logged(line)
      }
    }
  }
}
